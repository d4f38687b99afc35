/** Electron is CommonJS: a default import is the module itself. */
export * from './members.ts'
export * as default from './members.ts'
