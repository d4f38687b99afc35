import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { JsonView } from '#renderer/ui/json.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { CopyButton, Hash } from '#renderer/ui/text-parts.tsx'
import styles from './signing.module.css'
import type { RequestSheetProps } from './request-sheet-props.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.raw

/** The raw transaction, to be checked with other tools. */
export const RawSheet = ({ shown, transaction: { summary } }: RequestSheetProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet title={words.title}>
      <div className={styles['smallTitle']}>{words.txId}</div>
      <Hash whole value={summary.txId} what={words.txId} onCopy={copy} />
      <Box mt="sm">
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </Button>
      </Box>
      {isOpen && (
        <div className={ui['stack']}>
          <div>
            <div className={styles['smallTitle']}>
              {words.json}{' '}
              <CopyButton
                what={words.json}
                onCopy={() => copy(JSON.stringify(summary, undefined, 2))}
              />
            </div>
            <div className={styles['rawText']}>
              <JsonView value={summary} what={words.json} />
            </div>
          </div>
          <Cbor id={shown.entry.id} txId={summary.txId} />
        </div>
      )}
    </Sheet>
  )
}

const Cbor = ({ id, txId }: { readonly id: string; readonly txId: string }) => {
  const { data, error } = useCall('signing.raw', { id, txId })
  const hex = data?.cborHex
  if (error !== null) return <ErrorAlert error={error} />
  return (
    <div aria-busy={hex === undefined}>
      <div className={styles['smallTitle']}>
        {words.cbor}{' '}
        {hex !== undefined && <CopyButton what={words.cbor} onCopy={() => copy(hex)} />}
      </div>
      <pre className={styles['hex']} tabIndex={0} role="group" aria-label={words.cbor}>
        {hex}
      </pre>
    </div>
  )
}
