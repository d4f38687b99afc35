import { Page } from '../../ui/page.tsx'

export const CollectionView = (_props: {
  readonly accountId: string
  readonly collectionId: string
}) => <Page title="Collection">{null}</Page>
