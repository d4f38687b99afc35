import { settingsFix } from '#contract/imports/settings-fixes.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'

/** Fixes the rule's issues in all images, by other settings of the import. */
export const changeImages = (rule: string): void => {
  const fix = settingsFix(rule)
  if (fix === undefined) return
  void editDraft(({ id: draftId, settings }) =>
    change('imports.changeSettings', { draftId, settings: { ...settings, ...fix.settings } }),
  )
}
