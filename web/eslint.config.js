import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
    { ignores: ['node_modules', '.svelte-check', 'src/protocol'] },
    js.configs.recommended,
    ts.configs.recommended,
    svelte.configs.recommended,
    {
        languageOptions: { globals: { ...globals.browser, ...globals.node } },
        rules: {
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
            // A space at the edge of a block is written {' '}: Svelte would trim it.
            'svelte/no-useless-mustaches': 'off',
            // Sets and maps that live for one function need not be reactive; state is replaced, not changed in place
            // ($state.raw).
            'svelte/prefer-svelte-reactivity': 'off',
            // Lines of prose are wrapped by hand; prettier wraps the code.
            'max-len': [
                'error',
                {
                    code: 120,
                    ignoreUrls: true,
                    ignoreTemplateLiterals: true,
                    ignoreStrings: true,
                    ignorePattern: ' d="',
                },
            ],
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    { files: ['src/sw.js'], languageOptions: { globals: globals.serviceworker } },
)
