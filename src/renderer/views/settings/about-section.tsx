import { Box, Button, Group, Stack } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { commands } from '#contract/commands.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { runCommand } from '#renderer/stores/commands.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { CutText, Hash } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Section, SheetAction } from './section.tsx'
import { UpdatesSection } from './updates/updates-section.tsx'
import ui from '#renderer/ui/parts.module.css'
import type { CallOutput } from '#contract/window/calls.ts'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LongText } from '#renderer/ui/long-text.tsx'

const words = text.settings.about

export const AboutSection = () => {
  const info = useCall('app.info', null).data
  const [showsNotices, setShowsNotices] = useState(false)
  if (info === undefined) return <Box mih="12rem" aria-busy="true" />
  const { version, host, versions, home, licences } = info
  const parts = Object.entries(versions).map(([name, number]) => `${name} ${number}`)
  return (
    <Section>
      <Sheet title={text.common.app}>
        <DetailList
          entries={[
            [words.version, version],
            [words.build, `${words.hosts[host]}: ${parts.join(', ')}`],
            [words.licence, words.ownLicence],
            [
              words.home,
              <Hash key="home" value={home} what={words.homePath} onCopy={copy} whole />,
            ],
          ]}
        />
        <Group gap="xs" mt="md">
          {(['copyDiagnostics', 'revealHome', 'help'] as const).map((name, index) => (
            <Button
              key={name}
              variant={index === 0 ? 'filled' : 'default'}
              onClick={() => runCommand(name)}
            >
              {commands[name].label}
            </Button>
          ))}
        </Group>
        <Box component="p" mt="sm" className={ui['soft']}>
          {words.diagnosticsText}
        </Box>
      </Sheet>
      <UpdatesSection />
      <Sheet
        title={words.licences}
        hint={licences.length === 0 ? words.noLicences : words.licencesText(licences.length)}
        actions={<SheetAction onClick={() => setShowsNotices(true)}>{words.notices}</SheetAction>}
      >
        {licences.length > 0 && <Licences licences={licences} />}
      </Sheet>
      {showsNotices && <NoticesDialog onClose={() => setShowsNotices(false)} />}
    </Section>
  )
}

const columns: readonly Column<Licence>[] = [
  {
    key: 'name',
    title: words.columns.name,
    width: 'minmax(0, 2fr)',
    cell: ({ name }) => <CutText>{name}</CutText>,
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
    cell: ({ licence }) => <CutText>{licence}</CutText>,
  },
]

const Licences = ({ licences }: { readonly licences: readonly Licence[] }) => {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => searchLicences(licences, wanted), [licences, wanted])
  return (
    <>
      <SearchField
        maw="var(--field-md)"
        mb="sm"
        aria-label={words.search}
        placeholder={words.searchHint}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Stack gap={0} h="24rem">
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
      </Stack>
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

/** The licences of all that ships, word for word. */
const NoticesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error } = useCall('app.notices', null)
  return (
    <Dialog title={words.notices} size="xl" onClose={onClose}>
      <Stack gap="md">
        {error === null ? (
          <LongText label={words.noticesText} value={data?.text ?? ''} rows={15} />
        ) : (
          <ErrorAlert error={error.message} />
        )}
        <DialogButtons>
          <Button onClick={onClose}>{text.common.close}</Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
