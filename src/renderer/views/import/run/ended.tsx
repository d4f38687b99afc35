import { Box, Group, Tooltip } from '@mantine/core'
import { FolderInput, Images, KeyRound, RotateCcw, Undo2, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { openWayTarget } from '#renderer/stores/collection-view.ts'
import { reopenImport, resumeImport, undoTokenEdits } from '#renderer/stores/imports.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { Sheet } from '#renderer/ui/page.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { TokenWall } from '#renderer/ui/token-image.tsx'
import { CollectionNextSteps } from '#renderer/views/collections/detail/way/next-step.tsx'
import { useWay } from '#renderer/views/collections/detail/way/use-way.ts'
import { usePossibleActions } from '#renderer/views/collections/use-possible-actions.ts'

const words = text.importing.run

/** What came of it and what to do: the pictures of what was added, else what is left to do. */
export const EndedImport = ({ job }: { readonly job: ImportJobView }) =>
  job.state === 'done' && job.purpose === 'add' ? (
    <Sheet title={words.imported} hint={<Places job={job} />} actions={<NextActions job={job} />}>
      <Imported job={job} />
    </Sheet>
  ) : (
    <>
      <Sheet title={job.state === 'done' ? words.next.title : undefined}>
        {job.reason !== null && job.state === 'paused' && <p>{job.reason}</p>}
        <p className={ui['soft']}>
          <Places job={job} />
        </p>
        <Group gap="sm" mt="sm">
          <NextActions job={job} />
        </Group>
      </Sheet>
      {job.purpose === 'add' && job.state !== 'failed' && job.added > 0 && (
        <Sheet title={words.importedSoFar}>
          <Imported job={job} />
        </Sheet>
      )}
    </>
  )

const mostShown = 24

/** The pictures that are in the collection now, those of earlier imports too. */
const Imported = ({ job: { accountId, collectionId } }: { readonly job: ImportJobView }) => {
  const collectionRef = { accountId, collectionId }
  const { data } = useCall('tokens.page', { ...collectionRef, cursor: null })
  const { data: collection } = useCall('collections.get', collectionRef)
  if (data === undefined) return null
  const pictures = data.tokens.slice(0, mostShown)
  const more = (collection?.token_count ?? 0) - pictures.length
  return (
    <TokenWall
      label={words.imported}
      pictures={pictures}
      more={more > 0 ? words.moreImported(more) : undefined}
    />
  )
}

/** Where the images are, and how many are pinned nowhere. */
const Places = ({ job: { places, elsewhere } }: { readonly job: ImportJobView }) =>
  [
    ...places
      .filter(({ total }) => total > 0)
      .map(({ place, held, total, error }) =>
        [words.placed(place, held, total), error ?? ''].join(' ').trim(),
      ),
    ...(elsewhere.ipfs + elsewhere.web > 0
      ? [words.elsewhere(elsewhere.ipfs + elsewhere.web)]
      : []),
  ].join(' ')

const NextActions = ({ job }: { readonly job: ImportJobView }) => {
  const go = useNavigation((store) => store.go)
  const { accountId, collectionId } = job
  if (job.purpose === 'change') return <ChangeActions job={job} />
  const isFailed = job.state === 'failed'
  return (
    <>
      {isFailed && (
        <IconButton
          variant="filled"
          icon={Wrench}
          onClick={() => void attempt(() => reopenImport(job.id))}
        >
          {words.next.fix}
        </IconButton>
      )}
      {isFailed && (
        <IconButton icon={RotateCcw} onClick={() => void attempt(() => resumeImport(job.id))}>
          {words.next.retry}
        </IconButton>
      )}
      <IconButton icon={Images} onClick={() => go({ view: 'collection', accountId, collectionId })}>
        {words.next.collection}
      </IconButton>
      {job.state === 'done' && job.skipped.some(({ message }) => message !== null) && (
        <IconButton icon={Wrench} onClick={() => void attempt(() => reopenImport(job.id))}>
          {words.next.fixSkipped}
        </IconButton>
      )}
      {job.added > 0 && <ExportPolicy collectionRef={{ accountId, collectionId }} />}
      <IconButton
        icon={FolderInput}
        onClick={() => go({ view: 'import', accountId, collectionId })}
      >
        {words.next.another}
      </IconButton>
    </>
  )
}

const ChangeActions = ({ job }: { readonly job: ImportJobView }) => {
  const go = useNavigation((store) => store.go)
  const { accountId, collectionId } = job
  const undo = async () => {
    const said = await attempt(() => undoTokenEdits(job))
    if (said !== undefined) useNotices.getState().notify('good', said)
  }
  return (
    <>
      {job.state === 'failed' && (
        <IconButton icon={RotateCcw} onClick={() => void attempt(() => resumeImport(job.id))}>
          {words.next.retry}
        </IconButton>
      )}
      <IconButton icon={Images} onClick={() => go({ view: 'collection', accountId, collectionId })}>
        {words.next.collection}
      </IconButton>
      {job.added > 0 && !job.isRunningHere && (
        <IconButton icon={Undo2} onClick={() => void undo()}>
          {words.change.undo}
        </IconButton>
      )}
    </>
  )
}

/** What the collection needs next, as its own page says it. Its place is kept until that is known. */
export const WayOn = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data: collection, error } = useCall('collections.get', collectionRef)
  const { way, error: wayError } = useWay(collectionRef, collection)
  if (way === undefined && error === null && wayError === null)
    return <Box w="9rem" h="2.25rem" aria-busy />
  if (collection === undefined || way?.next === undefined) return null
  return (
    <CollectionNextSteps
      collectionId={collectionRef.collectionId}
      steps={way.next}
      onOpen={(target) => openWayTarget(target, collectionRef, collection.policy.policy_id)}
    />
  )
}

/** Only where the service has keys that the vault lacks. */
const ExportPolicy = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const possible = usePossibleActions(collectionRef)
  const [busy, setBusy] = useState(false)
  if (possible?.exportPolicy.isPossible !== true) return null
  const take = async () => {
    setBusy(true)
    const lead = fromThisView()
    const policy = await attempt(() =>
      withVault(text.importing.vault.policy, () => change('policies.exportFrom', collectionRef)),
    )
    setBusy(false)
    if (policy === undefined) return
    lead({
      route: { view: 'policies', policyId: policy.policyId },
      done: words.next.policyDone,
      isSaid: true,
    })
  }
  return (
    <Tooltip label={text.collections.detail.exportHint}>
      <IconButton icon={KeyRound} loading={busy} onClick={() => void take()}>
        {text.collections.detail.export}
      </IconButton>
    </Tooltip>
  )
}
