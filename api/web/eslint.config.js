// ESLint rules for the JavaScript of the pages: the recommended ones, and stricter ones for what those allow.
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
      // `== null` tests for null and undefined; every other comparison must be strict.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "array-callback-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": ["error", { allow: ["+"] }],
      "no-implied-eval": "error",
      "no-new-func": "error",
      // User input is text. No code may turn a string into markup, so that no string needs to be known as safe.
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
