import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { draftEntries } from '#renderer/stores/menu-entries.ts'
import { continueDraft, openDraft } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { proposeFrom } from '#renderer/stores/opened.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Page, Sheet } from '#renderer/ui/page.tsx'
import { CollectionChoice, type ChosenCollection } from './collection-choice.tsx'
import { sourceName } from './dropped.ts'
import { ImportHistory } from './import-history.tsx'
import { SourceForm } from './source-form.tsx'
import { Stopped } from './stopped.tsx'

const words = text.importing.newImport

type Started = Extract<Route, { readonly view: 'import' }>

/** Where an import starts: into which collection, from which folder; and the imports so far. */
export const NewImport = ({
  route,
  draft,
}: {
  readonly route: Started
  readonly draft: ImportDraft | null
}) => {
  const [collectionRef, setTarget] = useState<ChosenCollection>({
    accountId: route.accountId,
    collectionId: route.collectionId,
  })
  const { chosen } = useAccounts()
  const accountId = collectionRef.accountId ?? chosen
  const { data, isFetchedAfterMount } = useCall('collections.list', { accountId })
  // What was listed before may lack the collection that was just created.
  const hasNone =
    isFetchedAfterMount && data?.length === 0 && collectionRef.collectionId === undefined
  const { folder, csv = null, sheet, encoding, format } = route
  const createCollection = () =>
    folder === undefined
      ? useNavigation.getState().go({ view: 'new-collection' })
      : proposeFrom({ folder, csv, sheet, encoding, format })
  return (
    <Page title={text.importing.title} lead={words.lead}>
      <Stack gap="lg" maw="var(--page-width)">
        <Stopped />
        {draft !== null && (
          <div {...withMenu(sourceName(draft), () => draftEntries(draft))}>
            <Note
              action={
                <Button size="compact-sm" variant="default" onClick={() => continueDraft(draft)}>
                  {words.draftGo}
                </Button>
              }
            >
              {draft.isEdited
                ? words.draftEdited(draft.collectionName)
                : words.draft(draft.collectionName)}
            </Note>
          </div>
        )}
        <Sheet title={words.into}>
          <CollectionChoice
            collectionRef={collectionRef}
            onChange={setTarget}
            onCreate={createCollection}
          />
        </Sheet>
        <Sheet title={words.from}>
          <SourceForm
            collectionRef={collectionRef}
            first={{ folder: folder ?? '', csv, sheet, encoding, format }}
            // Reading replaces the draft. What was typed into it is not lost without a click, also
            // because any program of the user can hand over a folder.
            readsAtOnce={folder !== undefined && draft?.isEdited !== true}
            onPropose={hasNone ? proposeFrom : undefined}
            onOpen={async (request, lead) => {
              await openDraft(request)
              const { accountId, collectionId } = request
              lead({
                route: { view: 'import', accountId, collectionId },
                done: words.read,
                // Going back does not read the folder again.
                replaces: true,
              })
            }}
          />
        </Sheet>
        <Sheet title={text.importing.earlier.title}>
          <ImportHistory />
        </Sheet>
      </Stack>
    </Page>
  )
}
