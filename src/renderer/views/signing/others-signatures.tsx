import { Camera, ClipboardPaste, FileInput } from 'lucide-react'
import { useState } from 'react'
import { Box, Group } from '@mantine/core'
import { text } from '#renderer/text/en.ts'
import { type ReceiveDialogName, ReceiveDialogs } from './receive-dialogs.tsx'
import { useReceive } from './use-receive.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.signing.next

/** The ways in for what other people signed. */
export const OthersSignatures = ({ id }: { readonly id: string }) => {
  const { receive, taken, pick } = useReceive(id)
  const [dialog, setDialog] = useState<ReceiveDialogName>()
  return (
    <div>
      <Box component="h3" mb={4} fz="md" fw={600}>
        {words.others}
      </Box>
      <Group gap="xs">
        <span className={ui['dimmed']}>{words.othersHint}</span>
        <IconButton size="compact-sm" icon={FileInput} iconSize={14} onClick={() => void pick()}>
          {words.pick}
        </IconButton>
        <IconButton size="compact-sm" icon={Camera} iconSize={14} onClick={() => setDialog('scan')}>
          {words.scan}
        </IconButton>
        <IconButton
          size="compact-sm"
          icon={ClipboardPaste}
          iconSize={14}
          onClick={() => setDialog('paste')}
        >
          {words.paste}
        </IconButton>
      </Group>
      <ReceiveDialogs
        name={dialog}
        id={id}
        onReceive={receive}
        onReceived={taken}
        onClose={() => setDialog(undefined)}
      />
    </div>
  )
}
