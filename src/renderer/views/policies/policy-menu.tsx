import { Menu } from '@mantine/core'
import { Download, Eye, QrCode, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { call } from '#renderer/bridge.ts'
import { savePublicPolicy } from '#renderer/stores/menu-entries.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { openPolicyDialog, type PolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { MoreMenu } from '#renderer/ui/more-menu.tsx'
import { QrSequence } from '#renderer/ui/qr-sequence.tsx'
import { keysOnComputer } from './policy-states.tsx'

const words = text.policies.publicFile

/** What can be done with a policy besides: its public half for another computer, its keys. */
export const PolicyMenu = ({ policy }: { readonly policy: PolicyView }) => {
  const { policyId } = policy
  const [codes, setCodes] = useState<readonly string[]>()
  const hasKeys = keysOnComputer(policy) > 0
  const open = (dialog: PolicyDialog) => () => openPolicyDialog({ policyId, dialog })
  const show = () =>
    attempt(async () => {
      const { parts } = await withVault(words.reason, () =>
        call('policies.publicFrames', { policyId }),
      )
      setCodes(parts)
    })
  return (
    <>
      <MoreMenu position="bottom-end">
        <Menu.Item
          leftSection={<Download size={16} aria-hidden />}
          title={words.text}
          onClick={() => void attempt(() => savePublicPolicy(policyId))}
        >
          {words.save}
        </Menu.Item>
        <Menu.Item leftSection={<QrCode size={16} aria-hidden />} onClick={() => void show()}>
          {words.codes}
        </Menu.Item>
        {hasKeys && (
          <>
            <Menu.Item
              leftSection={<Download size={16} aria-hidden />}
              title={words.saveKeysHint}
              onClick={() => void savePublicKeys(policyId)}
            >
              {words.saveKeys}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Eye size={16} aria-hidden />} onClick={open('reveal')}>
              {text.policies.keys.show}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={open('remove')}
            >
              {text.policies.backup.removing.open}
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      {codes !== undefined && (
        <Dialog onClose={() => setCodes(undefined)} title={words.codesTitle} size="lg">
          <QrSequence parts={codes} label={words.codesLabel} />
        </Dialog>
      )}
    </>
  )
}

const savePublicKeys = (policyId: string) =>
  attempt(async () => {
    const paths = await withVault(words.reason, () => call('policies.savePublicKeys', { policyId }))
    if (paths !== null) useNotices.getState().notify('good', words.savedKeys(paths))
  })
