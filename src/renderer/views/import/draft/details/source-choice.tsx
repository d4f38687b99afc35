import { Box, Button, Flex, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { CallInput } from '#contract/window/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { formatLabels, type ImportFormat, importFormats } from '#contract/imports/import-formats.ts'
import { encodingLabels, tableEncodings } from '#values/text/text-encoding.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { columnName } from './mapping.ts'

const words = text.importing.draft.source

/** More are counted. */
const shownColumns = 5

/** The columns whose meaning is known from an earlier import, and a way to forget that. */
const Remembered = ({ columns }: { readonly columns: ImportDraft['source']['remembered'] }) => {
  const shown = columns
    .slice(0, shownColumns)
    .map(({ header, to }) =>
      words.rememberedColumn(header, /^ignore:/iu.test(to) ? words.leftOut : words.fills(to)),
    )
  const rest = columns.length - shown.length
  return (
    <p className={`${ui['soft']} ${ui['grow']}`}>
      {words.remembered(rest > 0 ? [...shown, words.more(rest)] : shown)}{' '}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          void editDraft(({ id: draftId }) => change('imports.forgetMapping', { draftId }))
        }
      >
        {words.forget}
      </Button>
    </p>
  )
}

/** The row that names the columns, which may be below a title. */
const HeaderRow = ({
  row,
  names,
  disabled,
  onChoose,
}: {
  readonly row: number
  /** Of the columns, as this row has them. */
  readonly names: string
  readonly disabled: boolean
  readonly onChoose: (row: number) => void
}) => {
  const [chosen, setChosen] = useState<number | string>(row)
  const settle = () => {
    if (typeof chosen === 'number' && chosen >= 1 && chosen !== row) onChoose(chosen)
    else setChosen(row)
  }
  return (
    <NumberInput
      label={words.headerRow}
      description={names}
      value={chosen}
      min={1}
      allowDecimal={false}
      disabled={disabled}
      onChange={setChosen}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      w="var(--field-sm)"
    />
  )
}

/** Which format the folder was taken for and why, and a way to have it read otherwise. */
export const SourceChoice = ({ draft }: { readonly draft: ImportDraft }) => {
  const { format, reason, sheet, encoding, headerRow } = draft.source
  const isFixed = draft.isEdited || draft.job !== null
  // UTF-8 is the default, and not read by another format's files.
  const form = {
    sheet: sheet?.name,
    ...(encoding === null || encoding === 'utf-8' ? {} : { encoding }),
  }
  const readAs = (
    next: ImportFormat,
    part: Pick<CallInput<'imports.readAs'>, 'sheet' | 'encoding' | 'headerRow'> = {},
  ) =>
    editDraft(({ id: draftId }) =>
      change('imports.readAs', { draftId, format: next, names: null, ...form, ...part }),
    )
  return (
    <Sheet title={words.label}>
      <Flex component="section" wrap="wrap" gap="sm" align="flex-start" aria-label={words.label}>
        <Box component="p" w="100%" className={ui['soft']}>
          {reason} {draft.job !== null ? words.ofJob : draft.isEdited && words.edited}
        </Box>
        <Select
          label={words.format}
          data={importFormats.map((value) => ({ value, label: formatLabels[value] }))}
          value={format}
          allowDeselect={false}
          disabled={isFixed}
          onChange={(next) => {
            const chosen = importFormats.find((importFormat) => importFormat === next)
            if (chosen !== undefined && chosen !== format) void readAs(chosen)
          }}
          w="var(--field-sm)"
        />
        {sheet !== null && sheet.all.length > 1 && (
          <Select
            label={words.sheet}
            data={sheet.all}
            value={sheet.name}
            allowDeselect={false}
            disabled={isFixed}
            onChange={(next) => {
              if (next !== null && next !== sheet.name) void readAs(format, { sheet: next })
            }}
            w="var(--field-sm)"
          />
        )}
        {encoding !== null && encoding !== 'utf-8' && (
          <Select
            label={words.encoding}
            data={tableEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
            value={encoding}
            allowDeselect={false}
            disabled={isFixed}
            onChange={(next) => {
              const chosen = tableEncodings.find((tableEncoding) => tableEncoding === next)
              if (chosen !== undefined && chosen !== encoding)
                void readAs(format, { encoding: chosen })
            }}
            w="var(--field-sm)"
          />
        )}
        {headerRow !== null && (
          <HeaderRow
            key={headerRow}
            row={headerRow}
            names={draft.columns.slice(0, shownColumns).map(columnName).join(' · ')}
            disabled={isFixed}
            onChoose={(row) => void readAs(format, { headerRow: row })}
          />
        )}
        {draft.source.remembered.length > 0 && <Remembered columns={draft.source.remembered} />}
      </Flex>
    </Sheet>
  )
}
