import { Button, Group, Select } from '@mantine/core'
import { FolderUp } from 'lucide-react'
import { useState } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import { call } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useEvent } from '#renderer/data/use-event.ts'
import { copy } from '#renderer/stores/copy.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { JobProgress } from '#renderer/ui/job-progress.tsx'
import ui from '#renderer/ui/parts.module.css'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { useConnectionTest } from '#renderer/views/use-connection-test.ts'

const words = text.collections.folder

type Folder = CallOutput<'pins.makeFolder'>

/** One folder of all images and works, at a node of the user. */
export const CollectionFolderSection = ({
  collectionRef,
}: {
  readonly collectionRef: CollectionRef
}) => {
  const { data: targets = [] } = useCall('pins.list', null)
  // those that the user set up, then Kubo's default address
  const nodes = targets
    .filter(({ kind }) => kind === 'kubo')
    .toSorted((target, other) => Number(target.isDefault) - Number(other.isDefault))
    .map(({ name }) => name)
  const [chosen, choose] = useState<string>()
  const name = chosen ?? nodes[0] ?? ''
  const [folder, setFolder] = useState<Folder>()
  const { test, start } = useConnectionTest(async () => {
    setFolder(undefined)
    setFolder(
      await withVault(words.reason, () => call('pins.makeFolder', { ...collectionRef, name })),
    )
    return ''
  })
  return (
    <section className={ui['stack']}>
      <h3 className={ui['heading']}>{words.title}</h3>
      <p className={ui['soft']}>{words.lead}</p>
      {test.isRunning ? (
        <Making />
      ) : (
        <Group align="flex-end" gap="sm">
          <Select
            label={words.node}
            data={nodes}
            value={name}
            allowDeselect={false}
            onChange={(node) => {
              if (node !== null) choose(node)
            }}
          />
          <IconButton icon={FolderUp} onClick={start}>
            {words.make}
          </IconButton>
        </Group>
      )}
      {test.error !== undefined && <ErrorAlert error={test.error} />}
      {folder !== undefined && <Made folder={folder} name={name} />}
    </section>
  )
}

const Made = ({ folder, name }: { readonly folder: Folder; readonly name: string }) => {
  const { cid, files, elsewhere, places, path } = folder
  return (
    <div className={ui['stack']} role="status">
      <div>{words.made(files)}</div>
      <Hash value={`ipfs://${cid}`} what={words.address} onCopy={copy} whole />
      {places.map(({ place, cid: given, isSame }) => (
        <div key={place}>{isSame ? words.placed(place, path) : words.other(place, given)}</div>
      ))}
      {elsewhere > 0 && <div>{words.elsewhere(elsewhere)}</div>}
      <Found cid={cid} name={name} />
    </div>
  )
}

/** Asks only when the user does: strangers learn of the question. */
const Found = ({ cid, name }: { readonly cid: string; readonly name: string }) => {
  const { test, start } = useConnectionTest(async () => {
    const { answers } = await withVault(words.reason, () => call('pins.find', { cid, name }))
    return answers.map(({ text: said }) => said).join(' ')
  })
  return (
    <div className={ui['stack']}>
      <div>
        <Button variant="default" size="xs" loading={test.isRunning} onClick={start}>
          {words.find}
        </Button>
      </div>
      <p className={ui['soft']}>{words.findHint}</p>
      {test.result !== undefined && <div role="status">{test.result}</div>}
      {test.error !== undefined && <ErrorAlert error={test.error} />}
    </div>
  )
}

/** How far it is, with the time left. */
const Making = () => {
  const progress = useEvent('pins.folderMade')
  const { done = 0, total = 0, secondsLeft = null } = progress ?? {}
  return (
    <JobProgress
      done={done}
      total={total}
      label={words.making}
      details={[words.progress(done, total)]}
      secondsLeft={secondsLeft}
      stop={words.stop}
      onStop={() => void attempt(() => call('pins.stopFolder', null))}
    />
  )
}
