import { Select, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { logKinds } from '../../../shared/calls/facts.ts'
import type { LogFilter } from '../../stores/log.ts'
import { text } from '../../text/en.ts'
import styles from './events.module.css'

const words = text.events
const all = 'all'
const restMs = 150

export const LogFilters = ({
  filter,
  total,
  onChange,
}: {
  readonly filter: LogFilter
  readonly total: number
  readonly onChange: (filter: Partial<LogFilter>) => void
}) => (
  <div className={styles['tools']}>
    <SearchField search={filter.search} onSearch={(search) => onChange({ search })} />
    <Select
      className={styles['choice']}
      aria-label={words.kind}
      data={[
        { value: all, label: words.allKinds },
        ...logKinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
      ]}
      value={filter.kind ?? all}
      onChange={(chosen) => onChange({ kind: logKinds.find((kind) => kind === chosen) ?? null })}
      allowDeselect={false}
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
      allowDeselect={false}
    />
    <span className={styles['counted']} role="status">
      {words.counted(total)}
    </span>
  </div>
)

/** Asks after a rest, not at every letter. */
const SearchField = ({
  search,
  onSearch,
}: {
  readonly search: string
  readonly onSearch: (search: string) => void
}) => {
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search])
  useEffect(() => {
    if (typed === search) return undefined
    const timer = setTimeout(() => onSearch(typed), restMs)
    return () => clearTimeout(timer)
    // The function is made anew at each render and asks for the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, search])
  return (
    <TextInput
      className={styles['search']}
      aria-label={words.search}
      placeholder={words.searchHint}
      leftSection={<Search size={16} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
