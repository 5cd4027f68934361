import { Link } from '#crud/Link.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Scene } from '#ui/feedback/Scene.tsx';
import { toast } from '#ui/feedback/toasts.ts';

/** Why the home is empty, and what changes it: a request that the person can send to an administrator. */
export function RoleWithoutWork({ name, role, email }: { name: string; role: string; email: string }) {
  const copy = async () => {
    const request = `Please give me another role. My name is ${name}, my email ${email}, my role ${role}. It shows no orders, stock or people.`;
    try {
      await navigator.clipboard.writeText(request);
      toast('good', 'Request copied. Send it to an administrator.');
    } catch {
      toast('bad', 'This browser does not allow copying. Tell an administrator your email.');
    }
  };
  return (
    <section
      aria-label="Your role"
      className="flex flex-col items-center gap-3 rounded-card border bg-surface px-4 py-8 text-center shadow-card"
    >
      <Scene name="board" small />
      <h2 className="text-lg font-semibold">Your account has no tasks yet</h2>
      <p className="max-w-prose text-ink-soft [overflow-wrap:anywhere]">
        {`Your role, ${role}, shows no orders, stock or people. Ask an administrator for another role and give them your email, ${email}. Then sign in again.`}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" icon="copy" onClick={() => void copy()}>
          Copy request
        </Button>
        <Link to="/profile" className={buttonClasses('plain')}>
          See what you may do
        </Link>
      </div>
    </section>
  );
}
