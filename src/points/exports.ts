export { LazyPointsPanel } from './LazyPointsPanel.ts';
