import { dirname } from 'node:path';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/gen/**',
      'coverage/**',
      'test/packaging/consumer/*.{js,cts}',
      'test/packaging/next-14/*.js',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ['server/main.js', 'server/start.js', 'deploy/image/health.js'],
        },
        tsconfigRootDir: dirname(import.meta.dirname),
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['server/src/**', 'packages/{cli,masking,mcp,sdk,testing,web}/src/**'],
    rules: { 'max-params': ['error', 3] },
  },
  {
    files: ['server/src/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':function :function[generator=true]',
          message:
            'V8 keeps what it refers to, a request for instance, until the next full collection: see runtime/pieces.ts.',
        },
      ],
    },
  },
  {
    files: ['test/**', '**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
