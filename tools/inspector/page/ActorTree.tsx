import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import type { ActorPath } from '../record/recording.ts';
import type { TreeLine } from '../record/views.ts';
import { actorStateText } from './eventText.ts';

const colours = {
  active: 'success',
  error: 'error',
  done: 'textSecondary',
  stopped: 'textSecondary',
} as const;

interface Props {
  readonly lines: readonly TreeLine[];
  readonly chosen: ActorPath | null;
  readonly onChoose: (path: ActorPath) => void;
}

/** All actors, each below its parent. The arrow keys move between them, and choose the one that gets the focus. */
export const ActorTree = ({ lines, chosen, onChoose }: Props) => (
  <MenuList role="tree" aria-label="Actors" dense disableListWrap>
    {lines.map(({ actor, actor: { path, status, runs }, depth }) => (
      <MenuItem
        key={path}
        role="treeitem"
        aria-level={depth + 1}
        aria-selected={path === chosen}
        selected={path === chosen}
        data-actor={path}
        onFocus={() => onChoose(path)}
        onClick={() => onChoose(path)}
        sx={{ gap: 1, minHeight: 26, py: 0.25, pr: 1.5, pl: 1.5 + depth * 1.5 }}
      >
        <Typography variant="body2" sx={{ fontWeight: status === 'active' ? 600 : 400 }}>
          {path.split('/').at(-1)}
          {runs > 1 && ` ×${runs}`}
        </Typography>
        <Typography variant="caption" noWrap color={colours[status]} sx={{ ml: 'auto', minWidth: 32 }}>
          {actorStateText(actor)}
        </Typography>
      </MenuItem>
    ))}
  </MenuList>
);
