import { Page } from '../../ui/page.tsx'

export const CollectionsView = () => <Page title="Collections">{null}</Page>
