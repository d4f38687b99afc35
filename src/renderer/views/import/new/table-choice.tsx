import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import { readDetails } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { formatLabels, type ImportFormat } from '#contract/imports/import-formats.ts'
import { encodingLabels, type TableEncoding, tableEncodings } from '#values/text/text-encoding.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { inFolder } from './dropped.ts'

const words = text.importing.newImport

/** Tables to choose from when that is why the folder could not be read; empty: it holds none. */
export const tablesOf = ({ details }: ErrorInfo): readonly string[] | undefined =>
  readDetails(importErrors, 'table_missing', details) === undefined
    ? readDetails(importErrors, 'table_ambiguous', details)?.tables
    : []

export const previewsOf = ({ details }: ErrorInfo): readonly string[] =>
  readDetails(importErrors, 'table_ambiguous', details)?.previews ?? []

/** The same for the sheets of a workbook. */
export const sheetsOf = ({ details }: ErrorInfo): readonly string[] | undefined =>
  (
    readDetails(importErrors, 'sheet_ambiguous', details) ??
    readDetails(importErrors, 'sheet_missing', details)
  )?.sheets

/** The encodings to choose from: the likely ones, or all where the chosen one does not fit. */
export const encodingsOf = ({ details }: ErrorInfo): readonly TableEncoding[] | undefined => {
  const known = readDetails(importErrors, 'encoding_ambiguous', details)
  return known && (known.encodings ?? tableEncodings)
}

/** The format that a folder can be read in although something in it may describe its tokens. */
export const otherFormatOf = ({ details }: ErrorInfo): ImportFormat | undefined =>
  readDetails(importErrors, 'tokens_undescribed', details)?.otherwise

export const TableChoice = ({
  folder,
  tables,
  previews,
  onChoose,
}: {
  readonly folder: string
  readonly tables: readonly string[]
  /** What each of the first tables holds. */
  readonly previews: readonly string[]
  readonly onChoose: (path: string) => void
}) => {
  const pick = async () => {
    const path = await attempt(() => call('app.pickFile', { what: 'table' }))
    if (path !== undefined && path !== null) onChoose(path)
  }
  if (tables.length === 0)
    return (
      <Stack gap="sm" role="group" aria-label={words.table}>
        <div role="alert">{words.noTable}</div>
        <div>
          <Button variant="default" onClick={() => void pick()}>
            {words.pickTable}
          </Button>
        </div>
      </Stack>
    )
  return (
    <NameChoice
      label={words.severalTables}
      names={tables}
      labelOf={(name) => [name, previews[tables.indexOf(name)]].filter(Boolean).join(': ')}
      action={words.useTable}
      onChoose={(name) => onChoose(inFolder(folder, name))}
    />
  )
}

export const FormatChoice = ({
  format,
  onChoose,
}: {
  readonly format: ImportFormat
  readonly onChoose: (format: ImportFormat) => void
}) => (
  <div>
    <Button variant="default" onClick={() => onChoose(format)}>
      {format === 'folder' ? words.namesAlone : words.readAs(formatLabels[format])}
    </Button>
  </div>
)

export const SheetChoice = ({
  sheets,
  onChoose,
}: {
  readonly sheets: readonly string[]
  readonly onChoose: (name: string) => void
}) => (
  <NameChoice
    label={words.severalSheets}
    names={sheets}
    action={words.useSheet}
    onChoose={onChoose}
  />
)

export const EncodingChoice = ({
  encodings,
  onChoose,
}: {
  readonly encodings: readonly TableEncoding[]
  readonly onChoose: (encoding: TableEncoding) => void
}) => (
  <NameChoice
    key={encodings.join()}
    label={words.severalEncodings}
    names={encodings}
    labelOf={(encoding) => encodingLabels[encoding]}
    action={words.useEncoding}
    onChoose={onChoose}
  />
)

const NameChoice = <Name extends string>({
  label,
  names,
  labelOf = (name) => name,
  action,
  onChoose,
}: {
  readonly label: string
  readonly names: readonly Name[]
  readonly labelOf?: (name: Name) => string
  readonly action: string
  readonly onChoose: (name: Name) => void
}) => {
  const [name, setName] = useState(names[0])
  return (
    <Stack gap="sm">
      <Radio.Group
        label={label}
        value={name ?? ''}
        onChange={(chosen) => setName(names.find((candidate) => candidate === chosen))}
      >
        <Stack gap="xs" mt="xs">
          {names.map((table) => (
            <Radio key={table} value={table} label={labelOf(table)} />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <Button variant="default" onClick={() => name !== undefined && onChoose(name)}>
          {action}
        </Button>
      </div>
    </Stack>
  )
}
