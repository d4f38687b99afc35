import { Download, QrCode } from 'lucide-react'
import { useState } from 'react'
import { Group } from '@mantine/core'
import { call } from '#renderer/bridge.ts'
import { savePublicPolicy } from '#renderer/stores/menu-entries.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { QrSequence } from '#renderer/ui/qr-sequence.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.publicFile

/** What another computer needs to build mints under the policy, as a file or as codes. */
export const PublicSheet = ({ policyId }: { readonly policyId: string }) => {
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
      </Group>
      {codes !== undefined && (
        <Dialog onClose={() => setCodes(undefined)} title={words.codesTitle} size="lg">
          <QrSequence parts={codes} label={words.codesLabel} />
        </Dialog>
      )}
    </Sheet>
  )
}
