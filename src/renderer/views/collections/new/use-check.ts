import { call } from '#renderer/bridge.ts'
import type { Draft } from '#renderer/stores/new-collection.ts'
import { useFieldCheck } from '#renderer/views/use-field-check.ts'
import { formOf } from './form-of.ts'

/** The check of a new collection's form. */
export const useCheck = (accountId: string, draft: Draft) => {
  // Samples stand beside the form; the check does not see them.
  const { samples: _samples, ...typed } = draft
  const asked = JSON.stringify({ accountId, form: formOf(draft), typed })
  return useFieldCheck(asked, () => call('collections.check', { accountId, form: formOf(draft) }))
}
