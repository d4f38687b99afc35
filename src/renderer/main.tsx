import '@mantine/core/styles.css'
import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { follow } from './stores/follow.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
follow()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
