import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

/** `text`: plain text; an empty line begins a new paragraph. */
export const AboutRoom = ({ text }: { text: string }) => (
  <Stack component="section" sx={{ gap: 1.5, maxWidth: '65ch' }} aria-labelledby="about-room">
    <Typography variant="h2" id="about-room">
      About this room
    </Typography>
    {text.split(/\n{2,}/).map((paragraph) => (
      <Typography key={paragraph} sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {paragraph}
      </Typography>
    ))}
  </Stack>
);
