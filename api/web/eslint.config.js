// Rules for the JavaScript of the pages: ESLint's recommended ones, and those that catch what they let through.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `== null` asks for null or undefined at once; every other comparison is strict.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "array-callback-return": "error",
      "no-implicit-coercion": ["error", { allow: ["+"] }],
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
