import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Picture } from '../pictures/Picture.tsx';

const Pictures = styled('fieldset')(({ theme }) => ({
  '& ul': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
    gap: theme.spacing(1.5),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  '& .photo': { aspectRatio: '3 / 2', borderRadius: 12 },
  '& .ways': { justifyContent: 'space-between', gap: 0 },
}));

interface Props {
  readonly initial: readonly string[];
  readonly error: string | undefined;
}

/** The pictures of a room in their order; cards show the first one. */
export function PicturesField({ initial, error }: Props) {
  const [paths, setPaths] = useState(initial);
  return (
    <Pictures>
      <legend>Pictures</legend>
      <input type="hidden" name="images" value={paths.join(' ')} />
      {paths.length === 0 && <p>This room has no picture yet: pages show a placeholder.</p>}
      <ul>
        {paths.map((path, nth) => (
          <li key={path}>
            <Picture className="photo" path={path} alt={`Picture ${nth + 1}`} sizes="152px" widths={[400]} />
            <div className="ways">
              <Button
                size="small"
                variant="text"
                aria-label={`Show picture ${nth + 1} first`}
                disabled={nth === 0}
                onClick={() => setPaths([path, ...paths.filter((other) => other !== path)])}
              >
                First
              </Button>
              <Button
                size="small"
                variant="text"
                aria-label={`Remove picture ${nth + 1}`}
                onClick={() => setPaths(paths.filter((other) => other !== path))}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {error !== undefined && <p className="wrong">{error}</p>}
    </Pictures>
  );
}
