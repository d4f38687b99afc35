import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Facts, Sheet } from '#renderer/ui/page.tsx'
import { CopyButton, Cut } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import styles from './settings.module.css'
import ui from '#renderer/ui/parts.module.css'
import type { CallOutput } from '#shared/calls/contract.ts'

const words = text.settings.about

export const AboutSection = () => {
  const info = useCall('app.info', null).data
  if (info === undefined) return <div className={styles['waiting']} aria-busy="true" />
  const { version, host, versions, home, licences } = info
  const parts = Object.entries(versions).map(([name, number]) => `${name} ${number}`)
  return (
    <div className={styles['stack']}>
      <Sheet title={text.common.app}>
        <Facts
          entries={[
            [words.version, version],
            [words.host, words.hosts[host]],
            [words.versions, parts.join(', ')],
            [
              words.home,
              <span key="home" className={styles['inline']}>
                {home}
                <CopyButton what={words.homePath} onCopy={() => copy(home)} />
              </span>,
            ],
          ]}
        />
      </Sheet>
      <Sheet title={words.licences}>
        {licences.length === 0 ? (
          <p className={ui['lead']}>{words.noLicences}</p>
        ) : (
          <Licences licences={licences} />
        )}
      </Sheet>
    </div>
  )
}

const columns: readonly Column<Licence>[] = [
  {
    key: 'name',
    title: words.columns.name,
    width: 'minmax(0, 2fr)',
    cell: ({ name }) => <Cut>{name}</Cut>,
  },
  {
    key: 'version',
    title: words.columns.version,
    width: 'minmax(0, 1fr)',
    cell: ({ version }) => version,
  },
  {
    key: 'licence',
    title: words.columns.licence,
    width: 'minmax(0, 1.5fr)',
    cell: ({ licence }) => <Cut>{licence}</Cut>,
  },
]

const Licences = ({ licences }: { readonly licences: readonly Licence[] }) => {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => searchLicences(licences, wanted), [licences, wanted])
  return (
    <>
      <p className={ui['lead']}>{words.licencesText(licences.length)}</p>
      <TextInput
        className={styles['search']}
        aria-label={words.search}
        placeholder={words.searchHint}
        leftSection={<Search size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={styles['licences']}>
        {shown.length === 0 ? (
          <p className={ui['lead']} role="status">
            {words.none(wanted.trim())}
          </p>
        ) : (
          <VirtualTable
            rows={shown}
            columns={columns}
            rowKey={({ name, version }) => `${name}@${version}`}
            label={words.licences}
            rowHeight={36}
          />
        )}
      </div>
    </>
  )
}

type Licence = CallOutput<'app.info'>['licences'][number]

/** The packages in whose name, version or licence every word of the search stands. */
export const searchLicences = (
  licences: readonly Licence[],
  search: string,
): readonly Licence[] => {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  return licences.filter(({ name, version, licence }) => {
    const searched = `${name}\n${version}\n${licence}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
