import { Page } from '../../ui/page.tsx'

export const NewCollectionView = () => <Page title="New collection">{null}</Page>
