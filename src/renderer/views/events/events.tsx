import { Page } from '../../ui/page.tsx'

export const EventsView = () => <Page title="Events">{null}</Page>
