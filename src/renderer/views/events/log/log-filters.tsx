import { Box, Group, Select } from '@mantine/core'
import { logKinds } from '#contract/log/entry.ts'
import type { LogFilter } from '#renderer/stores/log.ts'
import { text } from '#renderer/text/en.ts'
import styles from '../events.module.css'
import { EventSearch } from '../event-search.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.events.log
const all = 'all'

export const LogFilters = ({
  filter,
  total,
  onChange,
}: {
  readonly filter: LogFilter
  readonly total: number
  readonly onChange: (filter: Partial<LogFilter>) => void
}) => (
  <Group gap="sm" pb="sm">
    <EventSearch
      search={filter.search}
      hint={words.searchHint}
      onSearch={(search) => onChange({ search })}
    />
    <Select
      className={styles['choice']}
      aria-label={words.kind}
      data={[
        { value: all, label: words.allKinds },
        ...logKinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
      ]}
      value={filter.kind ?? all}
      onChange={(chosen) => onChange({ kind: logKinds.find((kind) => kind === chosen) ?? null })}
    />
    <Select
      className={styles['choice']}
      aria-label={words.level}
      data={[
        { value: all, label: words.allLevels },
        { value: 'warning', label: words.levelChoices.warning },
        { value: 'error', label: words.levelChoices.error },
      ]}
      value={filter.level ?? all}
      onChange={(chosen) =>
        onChange({ level: chosen === 'warning' || chosen === 'error' ? chosen : null })
      }
    />
    <Box component="span" ms="auto" className={ui['soft']} role="status">
      {words.counted(total)}
    </Box>
  </Group>
)
