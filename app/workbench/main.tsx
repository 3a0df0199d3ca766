/** Starts the replay workbench. It works on files alone: nothing of the server's is in it, and nothing is sent. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Workbench } from './workbench.tsx';
import '../operator.css';
import './workbench.css';

const element = document.getElementById('workbench');
if (!element) throw new Error('workbench.html has no #workbench');
createRoot(element).render(
  <StrictMode>
    <Workbench />
  </StrictMode>,
);
