import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ErrorInfo } from '#shared/calls/call.ts'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { inFolder } from './dropped.ts'

const words = text.importing.newImport

/** Tables to choose from when that is why the folder could not be read; empty: it holds none. */
export const tablesOf = ({ details }: ErrorInfo): readonly string[] | undefined => {
  const { rule, tables } = details
  if (rule === 'table_missing') return []
  return rule === 'table_ambiguous' ? namesIn(tables) : undefined
}

/** The same for the sheets of a workbook. */
export const sheetsOf = ({ details: { rule, sheets } }: ErrorInfo): readonly string[] | undefined =>
  rule === 'sheet_ambiguous' || rule === 'sheet_missing' ? namesIn(sheets) : undefined

const namesIn = (names: unknown): readonly string[] | undefined =>
  Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined

export const TableChoice = ({
  folder,
  tables,
  onChoose,
}: {
  readonly folder: string
  readonly tables: readonly string[]
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
      action={words.useTable}
      onChoose={(name) => onChoose(inFolder(folder, name))}
    />
  )
}

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

const NameChoice = ({
  label,
  names,
  action,
  onChoose,
}: {
  readonly label: string
  readonly names: readonly string[]
  readonly action: string
  readonly onChoose: (name: string) => void
}) => {
  const [name, setName] = useState(names[0] ?? '')
  return (
    <Stack gap="sm">
      <Radio.Group label={label} value={name} onChange={setName}>
        <Stack gap="xs" mt="xs">
          {names.map((one) => (
            <Radio key={one} value={one} label={one} />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <Button variant="default" onClick={() => onChoose(name)}>
          {action}
        </Button>
      </div>
    </Stack>
  )
}
