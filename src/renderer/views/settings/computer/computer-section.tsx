import { Box } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { Section, SheetAction } from '../section.tsx'
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
    <Section>
      {(['backup', 'export'] as const).map((what) => (
        <Sheet
          key={what}
          title={words.titles[what]}
          hint={words.texts[what]}
          actions={
            status.state !== 'new' && (
              <SheetAction onClick={() => setWriting(what)}>{words.actions[what]}</SheetAction>
            )
          }
        >
          {status.state === 'new' && <Note>{words.noVault}</Note>}
        </Sheet>
      ))}
      <Sheet
        title={words.importTitle}
        hint={words.importText}
        actions={<SheetAction onClick={() => void pick()}>{words.import}</SheetAction>}
      />
      {writing === 'backup' && <BackUpHomeDialog onClose={() => setWriting(undefined)} />}
      {writing === 'export' && <ExportHomeDialog onClose={() => setWriting(undefined)} />}
      {file !== undefined && <ImportHomeDialog file={file} onClose={() => setFile(undefined)} />}
    </Section>
  )
}
