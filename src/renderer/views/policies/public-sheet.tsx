import { Download, QrCode } from 'lucide-react'
import { useState } from 'react'
import { Group } from '@mantine/core'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { call } from '#renderer/bridge.ts'
import { savePublicPolicy } from '#renderer/stores/menu-entries.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { QrSequence } from '#renderer/ui/qr-sequence.tsx'
import { keysOnComputer } from './policy-states.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.publicFile

/** What another computer needs to build mints under the policy, as a file or as codes. */
export const PublicSheet = ({ policy }: { readonly policy: PolicyView }) => {
  const { policyId } = policy
  const [codes, setCodes] = useState<readonly string[]>()
  const save = () => attempt(() => savePublicPolicy(policyId))
  const show = () =>
    attempt(async () => {
      const { parts } = await withVault(words.reason, () =>
        call('policies.publicFrames', { policyId }),
      )
      setCodes(parts)
    })
  return (
    <Sheet title={words.title}>
      <p className={ui['dimmed']}>{words.text}</p>
      <Group gap="xs" mt="md">
        <IconButton icon={Download} onClick={() => void save()}>
          {words.save}
        </IconButton>
        <IconButton icon={QrCode} onClick={() => void show()}>
          {words.codes}
        </IconButton>
        {keysOnComputer(policy) > 0 && (
          <IconButton
            icon={Download}
            title={words.saveKeysHint}
            onClick={() => void savePublicKeys(policyId)}
          >
            {words.saveKeys}
          </IconButton>
        )}
      </Group>
      {codes !== undefined && (
        <Dialog onClose={() => setCodes(undefined)} title={words.codesTitle} size="lg">
          <QrSequence parts={codes} label={words.codesLabel} />
        </Dialog>
      )}
    </Sheet>
  )
}

const savePublicKeys = (policyId: string) =>
  attempt(async () => {
    const paths = await withVault(words.reason, () => call('policies.savePublicKeys', { policyId }))
    if (paths !== null) useNotices.getState().notify('good', words.savedKeys(paths))
  })
