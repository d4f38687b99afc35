import { Button, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { PoliciesDialog } from '#renderer/stores/policy-dialog.ts'
import { TestBackupDialog } from './backup/backup-dialog.tsx'
import { RestoreDialog } from './backup/restore-dialog.tsx'
import { ExportPolicyDialog } from './export-dialog.tsx'
import { GenerateDialog } from './generate-dialog.tsx'
import { ImportPolicyDialog } from './import-dialog.tsx'
import { CreatePhraseDialog } from './phrases/create-dialog.tsx'
import { RestorePhraseDialog } from './phrases/restore-dialog.tsx'
import { text } from '#renderer/text/en.ts'
import { Found } from './found-policy.tsx'
import { NetworkOfFiles } from './network-of-files.tsx'
import { noSource, policySourceOf } from './policy-source.ts'
import { PolicySourceFields } from './policy-source-fields.tsx'
import { useInspection } from './use-inspection.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import ui from '#renderer/ui/parts.module.css'

export const PolicyDialogs = ({
  name,
  phrase,
  onClose,
}: {
  readonly name: PoliciesDialog
  readonly phrase: string | undefined
  readonly onClose: () => void
}) => {
  const go = useNavigation((state) => state.go)
  const open = ({ policyId }: PolicyView) => {
    onClose()
    go({ view: 'policies', policyId })
  }
  switch (name) {
    case 'generate':
      return <GenerateDialog phrase={phrase} onClose={onClose} />
    case 'export':
      return <ExportPolicyDialog onClose={onClose} />
    case 'import':
      return <ImportPolicyDialog onClose={onClose} />
    case 'inspect':
      return <InspectDialog onClose={onClose} />
    case 'restore':
      return <RestoreDialog onClose={onClose} onOpen={open} />
    case 'testAny':
      return <TestBackupDialog onClose={onClose} />
    case 'newPhrase':
      return <CreatePhraseDialog onClose={onClose} />
    case 'restorePhrase':
      return <RestorePhraseDialog onClose={onClose} />
    default:
      return name satisfies never
  }
}

const noKeys: readonly string[] = []

/** Shows what a policy is and keeps nothing. */
const InspectDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [choice, setChoice] = useState(noSource)
  const [network, setNetwork] = useState<PolicyView['network'] | null>(null)
  const source = useMemo(() => policySourceOf(choice), [choice])
  const inspection = useInspection({ source, keys: noKeys, network })
  const [isImporting, setIsImporting] = useState(false)
  if (isImporting) return <ImportPolicyDialog from={{ choice, network }} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={text.policies.inspecting.title} size="lg">
      <Stack gap="md">
        <div className={ui['dimmed']}>{text.policies.inspectHint}</div>
        <PolicySourceFields value={choice} onChange={setChoice} />
        <Found inspection={inspection} />
        <NetworkOfFiles value={network} onChange={setNetwork} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text.common.close}
          </Button>
          {inspection.state === 'found' && !inspection.policy.isListed && (
            <Button onClick={() => setIsImporting(true)}>
              {text.policies.inspecting.importIt}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
