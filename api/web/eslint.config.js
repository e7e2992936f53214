// Rules for the JavaScript of the pages: ESLint's recommended ones, and those that catch what they let through.
import js from "@eslint/js";
import globals from "globals";

const MARKUP = [
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "setHTMLUnsafe",
  "createContextualFragment",
  "parseFromString",
  "srcdoc",
];
const MADE = [
  ...["name", "value"].map((kind) => `MemberExpression[property.${kind}=/^(${MARKUP.join("|")})$/]`),
  "MemberExpression[object.name='document'][property.name=/^write(ln)?$/]",
];

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `== null` asks for null or undefined at once; every other comparison is strict.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "array-callback-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": ["error", { allow: ["+"] }],
      "no-implied-eval": "error",
      "no-new-func": "error",
      // What somebody typed is text. Nothing makes markup of a string, so that nobody has to know which strings are safe.
      "no-restricted-syntax": [
        "error",
        {
          selector: MADE.join(", "),
          message: "build elements with h() of shared/dom.js: text is never markup",
        },
      ],
      "no-shadow": "error",
      "no-undef": "error",
      "no-unused-vars": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
