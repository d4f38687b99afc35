import { useEffect, useState } from 'react'
import { text } from '#renderer/text/en.ts'
import { SearchField } from '#renderer/ui/search-field.tsx'
import ui from '#renderer/ui/parts.module.css'

const restMs = 150

/** Searches after a pause, not at every letter. */
export const EventSearch = ({
  search,
  hint,
  onSearch,
}: {
  readonly search: string
  readonly hint: string
  readonly onSearch: (search: string) => void
}) => {
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search])
  useEffect(() => {
    if (typed === search) return undefined
    const timer = setTimeout(() => onSearch(typed), restMs)
    return () => clearTimeout(timer)
    // The function is created at each render and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, search])
  return (
    <SearchField
      className={ui['search']}
      aria-label={text.events.search}
      placeholder={hint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
