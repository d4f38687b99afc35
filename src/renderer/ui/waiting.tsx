import { Box } from '@mantine/core'
import { text } from '../text/en.ts'

/** A placeholder of the same size while data is loading, so that nothing jumps. */
export const Waiting = () => (
  <Box mih="12rem" role="status" aria-busy="true" aria-label={text.common.loading} />
)
