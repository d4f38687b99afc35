import { Button, Group, Stack } from '@mantine/core'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ImportDraft } from '../../../../shared/calls/imports.ts'
import { attempt } from '../../../stores/notices.ts'
import { useImports } from '../../../stores/imports.ts'
import { text } from '../../../text/en.ts'
import { Note } from '../../../ui/fault.tsx'
import { bytesText, durationText } from '../../../ui/format.ts'
import { Facts, Sheet } from '../../../ui/page.tsx'
import { Ada } from '../../../ui/text-parts.tsx'
import styles from '../import.module.css'
import { useFindingFilter } from './findings/filter.ts'
import { workLeft } from './steps.ts'

const words = text.importing.draft.start

/** What the import will do, in numbers; and its beginning. */
export const Start = ({ draft }: { readonly draft: ImportDraft }) => {
  const { counts } = draft
  const [busy, setBusy] = useState(false)
  const work = workLeft(counts)
  const start = async () => {
    setBusy(true)
    await attempt(() => useImports.getState().start())
    setBusy(false)
  }
  return (
    <div className={styles['scroll']}>
      <Stack gap="lg" maw="48rem">
        <Sheet title={words.lead}>
          <Numbers draft={draft} />
        </Sheet>
        {counts.errors > 0 && <Blocked errors={counts.errors} />}
        {counts.errors === 0 && counts.warnings > 0 && <Warned warnings={counts.warnings} />}
        {counts.errors === 0 && work === 0 && <Note>{words.nothing}</Note>}
        <Group>
          <Button
            size="md"
            leftSection={<Play size={16} aria-hidden />}
            disabled={counts.errors > 0 || work === 0}
            loading={busy}
            onClick={() => void start()}
          >
            {words.start(work)}
          </Button>
        </Group>
      </Stack>
    </div>
  )
}

const Numbers = ({
  draft: { counts, estimate, pinner, rules },
}: {
  readonly draft: ImportDraft
}) => {
  const number = (value: number) => value.toLocaleString('en')
  const unused = rules.find(({ rule }) => rule === 'unused_file')?.count ?? 0
  const mintAll = String(BigInt(estimate.mintLovelace) * BigInt(counts.new))
  return (
    <Facts
      entries={[
        [words.new, number(counts.new)],
        [words.done, number(counts.done)],
        ...(counts.compare === 0
          ? []
          : [
              [
                words.compare,
                <>
                  {number(counts.compare)} <Hint>{words.compareHint}</Hint>
                </>,
              ] as const,
            ]),
        [words.unused, number(unused)],
        [words.images, words.filesAndSize(counts.files, bytesText(estimate.bytes))],
        [words.pinned, pinner],
        [words.time, words.about(durationText(estimate.seconds))],
        [words.mintEach, <Ada key="each" lovelace={estimate.mintLovelace} />],
        [
          words.mintAll,
          <>
            <Ada lovelace={mintAll} /> <Hint>{words.mintHint}</Hint>
          </>,
        ],
      ]}
    />
  )
}

const Hint = ({ children }: { readonly children: string }) => (
  <div className={styles['soft']}>{children}</div>
)

const Blocked = ({ errors }: { readonly errors: number }) => (
  <div role="status">
    <Note action={<ToFindings severity="error" label={words.toErrors} />}>
      {words.blocked(errors)}
    </Note>
  </div>
)

const Warned = ({ warnings }: { readonly warnings: number }) => (
  <Note action={<ToFindings severity="warning" label={words.toWarnings} />}>
    {words.warnings(warnings)}
  </Note>
)

const ToFindings = ({
  severity,
  label,
}: {
  readonly severity: 'error' | 'warning'
  readonly label: string
}) => {
  const go = useImports((store) => store.go)
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        useFindingFilter.getState().show(severity)
        go('findings')
      }}
    >
      {label}
    </Button>
  )
}
