import type { TableEdit } from '#shared/calls/imports.ts'
import { call } from '#renderer/bridge.ts'
import { useImports } from '#renderer/stores/imports.ts'

/** Edits the draft's table in one step, which can be undone. @returns whether it succeeded */
export const editTable = (edits: TableEdit[]): Promise<boolean> =>
  edits.length === 0
    ? Promise.resolve(false)
    : useImports.getState().change((draftId) => call('imports.edit', { draftId, edits }))
