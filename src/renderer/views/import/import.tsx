import { useDraft } from '#renderer/data/import-draft.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { NewImport } from './new/new-import.tsx'
import { DraftPage } from './draft/draft.tsx'
import { Run } from './run/run.tsx'

type ImportRoute = Extract<Route, { readonly view: 'import' }>

/** Begins an import, prepares it, or shows how one runs. */
export const ImportView = ({ route }: { readonly route: Route }) =>
  route.view === 'import' ? <Chosen key={keyOf(route)} route={route} /> : null

const keyOf = ({
  job,
  accountId,
  collectionId,
  folder,
  csv,
  sheet,
  encoding,
  format,
}: ImportRoute): string =>
  JSON.stringify([job, accountId, collectionId, folder, csv, sheet, encoding, format])

const Chosen = ({ route }: { readonly route: ImportRoute }) => {
  const draft = useDraft()
  // Somebody who comes with a folder or from another collection does not want the draft that is
  // being prepared.
  const isOther = (id: string): boolean =>
    route.folder !== undefined || (route.collectionId !== undefined && route.collectionId !== id)
  if (route.job !== undefined) return <Run job={route.job} />
  if (draft === undefined) return null
  if (draft !== null && !isOther(draft.collectionId)) return <DraftPage draft={draft} />
  return <NewImport route={route} draft={draft} />
}
