/** Stands for `electron` in tests that run without a host (vitest.config.ts). */
throw new Error(
  'This test imports electron. What needs it is tested through startApp (test/support/app.ts).',
)
