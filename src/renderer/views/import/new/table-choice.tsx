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
  if (rule !== 'table_ambiguous' || !Array.isArray(tables)) return undefined
  return tables.filter((name) => typeof name === 'string')
}

export const TableChoice = ({
  folder,
  tables,
  onChoose,
}: {
  readonly folder: string
  readonly tables: readonly string[]
  readonly onChoose: (path: string) => void
}) => {
  const [name, setName] = useState(tables[0] ?? '')
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
    <Stack gap="sm">
      <Radio.Group label={words.severalTables} value={name} onChange={setName}>
        <Stack gap="xs" mt="xs">
          {tables.map((table) => (
            <Radio key={table} value={table} label={table} />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <Button variant="default" onClick={() => onChoose(inFolder(folder, name))}>
          {words.useTable}
        </Button>
      </div>
    </Stack>
  )
}
