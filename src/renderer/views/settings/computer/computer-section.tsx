import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from '../settings.module.css'
import { ExportHomeDialog } from './export-dialog.tsx'
import { ImportHomeDialog } from './import-dialog.tsx'

const words = text.computer

/** Moves the data folder to another computer, or takes one from there. */
export const ComputerSection = () => {
  const status = useCall('vault.status', null).data
  const [isExporting, setIsExporting] = useState(false)
  const [file, setFile] = useState<string>()
  if (status === undefined) return <div className={styles['waiting']} aria-busy="true" />
  const pick = () =>
    attempt(async () => {
      const picked = await call('app.pickFile', { what: 'home' })
      if (picked !== null) setFile(picked)
    })
  return (
    <div className={styles['stack']}>
      <Sheet title={words.exportTitle}>
        <p className={ui['lead']}>{words.exportText}</p>
        {status.state === 'new' ? (
          <Note>{words.noVault}</Note>
        ) : (
          <div className={styles['acts']}>
            <Button variant="default" onClick={() => setIsExporting(true)}>
              {words.export}
            </Button>
          </div>
        )}
      </Sheet>
      <Sheet title={words.importTitle}>
        <p className={ui['lead']}>{words.importText}</p>
        <div className={styles['acts']}>
          <Button variant="default" onClick={() => void pick()}>
            {words.import}
          </Button>
        </div>
      </Sheet>
      {isExporting && <ExportHomeDialog onClose={() => setIsExporting(false)} />}
      {file !== undefined && <ImportHomeDialog file={file} onClose={() => setFile(undefined)} />}
    </div>
  )
}
