// Bundle each page into one script and one style sheet, so that a browser requests two files instead of seventy.
// The service uses a bundle as long as its sources are unchanged (api/http/pages/bundles.py).
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const WEB = join(import.meta.dirname, "..", "web");
const BUILT = join(import.meta.dirname, "made");
const SHEET = /^ *<link rel="stylesheet" href="(\/static\/[^"]+)" \/>\n/gm;
const SCRIPT = /<script type="module" src="(\/static\/[^"]+)">/;

/** Resolve imports of `/static/` addresses to files in WEB; leave url() addresses in style sheets unchanged. */
const addresses = {
  name: "addresses",
  setup: (steps) =>
    steps.onResolve({ filter: /^\/static\// }, ({ kind, path }) =>
      kind === "url-token" ? { external: true } : { path: join(WEB, path.slice("/static/".length)) },
    ),
};

const digest = (content) => createHash("sha256").update(content).digest("hex");

/** Bundle the imports into one file and write it under a name that contains a hash of its content. */
async function bundled(name, loader, imports) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: imports.join("\n"), loader, resolveDir: WEB },
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: true,
    metafile: true,
    absWorkingDir: WEB,
    plugins: [addresses],
    write: false,
  });
  const [{ contents }] = outputFiles;
  const file = `${name}-${digest(contents).slice(0, 8)}.${loader}`;
  writeFileSync(join(BUILT, file), contents);
  return [`/static/bundles/${file}`, Object.keys(metafile.inputs).filter((source) => source !== "<stdin>")];
}

rmSync(BUILT, { recursive: true, force: true });
mkdirSync(BUILT);
const pages = {};
for (const page of globSync("*/**/*.html", { cwd: WEB, exclude: ["node_modules"] })) {
  const html = readFileSync(join(WEB, page), "utf8");
  const name = basename(page, ".html");
  const sheets = [...html.matchAll(SHEET)].map(([, address]) => `@import "${address}";`);
  const [sheet, rules] = await bundled(name, "css", sheets);
  const [script, modules] = await bundled(name, "js", [`import "${SCRIPT.exec(html)[1]}";`]);
  const begun = `<link rel="stylesheet" href="${sheet}" />\n    <script type="module" src="${script}">`;
  mkdirSync(join(BUILT, dirname(page)), { recursive: true });
  writeFileSync(join(BUILT, page), html.replace(SHEET, "").replace(SCRIPT, begun));
  const sources = [page, ...rules, ...modules];
  pages[page] = Object.fromEntries(sources.map((source) => [source, digest(readFileSync(join(WEB, source)))]));
}
writeFileSync(join(BUILT, "sources.json"), JSON.stringify(pages));
