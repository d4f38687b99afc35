import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import type { OpenedSource } from '#renderer/stores/opened.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import {
  EncodingChoice,
  encodingsOf,
  FormatChoice,
  otherFormatOf,
  previewsOf,
  SheetChoice,
  sheetsOf,
  TableChoice,
  tablesOf,
} from './table-choice.tsx'

export type Failed = { readonly source: OpenedSource; readonly error: ErrorInfo | string }

type Props = Failed & { readonly onChoose: (source: OpenedSource) => void }

/** Why a folder could not be read, or the choice that it leaves. */
export const FailedReading = (props: Props) => {
  const { error } = props
  const outcome = useRef<HTMLDivElement>(null)
  // Below the end of a low window nobody would see why nothing happens.
  useEffect(() => {
    // The browser answers with a promise, which is no cleanup.
    outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <Stack ref={outcome} gap="md">
      <Choice {...props} />
    </Stack>
  )
}

const Choice = ({ source, error, onChoose }: Props) => {
  if (typeof error === 'string') return <ErrorAlert error={error} />
  const tables = tablesOf(error)
  const sheets = sheetsOf(error)
  const { folder } = source
  if (tables !== undefined)
    return (
      <TableChoice
        folder={folder}
        tables={tables}
        previews={previewsOf(error)}
        onChoose={(csv) => onChoose({ folder, csv })}
      />
    )
  if (sheets !== undefined)
    return (
      <SheetChoice
        key={sheets.join('\n')}
        sheets={sheets}
        onChoose={(sheet) => onChoose({ ...source, sheet })}
      />
    )
  const encodings = encodingsOf(error)
  const otherwise = otherFormatOf(error)
  return (
    <>
      <ErrorAlert error={error} />
      {encodings !== undefined && (
        <EncodingChoice
          encodings={encodings}
          onChoose={(encoding) => onChoose({ ...source, encoding })}
        />
      )}
      {otherwise !== undefined && (
        <FormatChoice format={otherwise} onChoose={(format) => onChoose({ ...source, format })} />
      )}
    </>
  )
}
