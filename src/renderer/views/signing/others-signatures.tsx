import { Button } from '@mantine/core'
import { Camera, ClipboardPaste, FileInput } from 'lucide-react'
import { useState } from 'react'
import { text } from '#renderer/text/en.ts'
import styles from './signing.module.css'
import { type ReceiveDialogName, ReceiveDialogs } from './receive-dialogs.tsx'
import { useReceive } from './use-receive.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.next

/** The ways in for what other people signed. */
export const OthersSignatures = ({ id }: { readonly id: string }) => {
  const { receive, taken, pick } = useReceive(id)
  const [dialog, setDialog] = useState<ReceiveDialogName>()
  return (
    <div>
      <h3 className={`${ui['subtitle']} ${styles['nextTitle']}`}>{words.others}</h3>
      <div className={ui['row']}>
        <span className={styles['soft']}>{words.othersHint}</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<FileInput size={14} aria-hidden />}
          onClick={() => void pick()}
        >
          {words.pick}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Camera size={14} aria-hidden />}
          onClick={() => setDialog('scan')}
        >
          {words.scan}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ClipboardPaste size={14} aria-hidden />}
          onClick={() => setDialog('paste')}
        >
          {words.paste}
        </Button>
      </div>
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
