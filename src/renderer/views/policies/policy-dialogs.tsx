import type { PolicyFacts } from '#contract/policies/policy-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { TestBackupDialog } from './backup/backup-dialog.tsx'
import { RestoreDialog } from './backup/restore-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { GenerateDialog } from './generate-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { InspectDialog } from './inspect-dialog.tsx'
import { CreatePhraseDialog } from './phrases/create-dialog.tsx'
import { RestorePhraseDialog } from './phrases/restore-dialog.tsx'

export type PolicyDialogName =
  | 'generate'
  | 'export'
  | 'import'
  | 'inspect'
  | 'restore'
  | 'test'
  | 'newPhrase'
  | 'restorePhrase'

/** `phrase`: the fingerprint that a new policy's key shall come from. */
export type OpenPolicyDialog = (name: PolicyDialogName, phrase?: string) => void

export const PolicyDialogs = ({
  name,
  phrase,
  onClose,
}: {
  readonly name: PolicyDialogName | undefined
  readonly phrase: string | undefined
  readonly onClose: () => void
}) => {
  const go = useNavigation((state) => state.go)
  const open = ({ policyId }: PolicyFacts) => {
    onClose()
    go({ view: 'policies', policyId })
  }
  switch (name) {
    case 'generate':
      return <GenerateDialog phrase={phrase} onClose={onClose} />
    case 'export':
      return <ExportDialog onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'inspect':
      return <InspectDialog onClose={onClose} />
    case 'restore':
      return <RestoreDialog onClose={onClose} onOpen={open} />
    case 'test':
      return <TestBackupDialog onClose={onClose} />
    case 'newPhrase':
      return <CreatePhraseDialog onClose={onClose} />
    case 'restorePhrase':
      return <RestorePhraseDialog onClose={onClose} />
    case undefined:
      return null
    default:
      return name satisfies never
  }
}
