import { importCalls } from '../../shared/calls/imports.ts'
import { ColdpressError } from '../../shared/errors.ts'
import type { HandlersOf, ImportService, ImportServiceDeps } from './services-deps.ts'

/** Stands in until imports/ is there. */
export const createImportService = (_deps: ImportServiceDeps): ImportService => {
  const refuse = (): never => {
    throw new ColdpressError('not_implemented', 'Imports are not part of the app yet.')
  }
  const later: unknown = Object.fromEntries(
    Object.keys(importCalls).map((name) => [name, name === 'imports.list' ? () => [] : refuse]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const handlers = later as HandlersOf<'imports'>
  return { handlers, running: () => 0, preview: () => undefined, close: () => Promise.resolve() }
}
