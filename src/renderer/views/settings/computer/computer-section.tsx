import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from '../settings.module.css'
import { BackUpHomeDialog, ExportHomeDialog } from './export-dialog.tsx'
import { ImportHomeDialog } from './import-dialog.tsx'

const words = text.computer

/** Backs up the data folder, moves it to another computer, or takes one from there. */
export const ComputerSection = () => {
  const status = useCall('vault.status', null).data
  const [writing, setWriting] = useState<'backup' | 'export'>()
  const [file, setFile] = useState<string>()
  if (status === undefined) return <Box mih="12rem" aria-busy="true" />
  const pick = () =>
    attempt(async () => {
      const picked = await call('app.pickFile', { what: 'home' })
      if (picked !== null) setFile(picked)
    })
  return (
    <div className={styles['stack']}>
      <Sheet title={words.backupTitle}>
        <p className={ui['lead']}>{words.backupText}</p>
        {status.state === 'new' ? (
          <Note>{words.noVault}</Note>
        ) : (
          <Group gap="xs" mt="md" align="flex-start">
            <Button variant="default" onClick={() => setWriting('backup')}>
              {words.backUp}
            </Button>
          </Group>
        )}
      </Sheet>
      <Sheet title={words.exportTitle}>
        <p className={ui['lead']}>{words.exportText}</p>
        {status.state === 'new' ? (
          <Note>{words.noVault}</Note>
        ) : (
          <Group gap="xs" mt="md" align="flex-start">
            <Button variant="default" onClick={() => setWriting('export')}>
              {words.export}
            </Button>
          </Group>
        )}
      </Sheet>
      <Sheet title={words.importTitle}>
        <p className={ui['lead']}>{words.importText}</p>
        <Group gap="xs" mt="md" align="flex-start">
          <Button variant="default" onClick={() => void pick()}>
            {words.import}
          </Button>
        </Group>
      </Sheet>
      {writing === 'backup' && <BackUpHomeDialog onClose={() => setWriting(undefined)} />}
      {writing === 'export' && <ExportHomeDialog onClose={() => setWriting(undefined)} />}
      {file !== undefined && <ImportHomeDialog file={file} onClose={() => setFile(undefined)} />}
    </div>
  )
}
